package meters

import "github.com/jmoiron/sqlx"

type Repo struct{ db *sqlx.DB }

func New(db *sqlx.DB) *Repo { return &Repo{db} }

func column(sort string) string {
	switch sort {
	case "value", "read_at":
		return sort
	}
	return sort
}

func (r *Repo) OnStreet(street, sort string) ([]string, error) {
	var out []string
	err := r.db.Select(&out, "SELECT id FROM meters WHERE street = $1 ORDER BY id, "+column(sort), street)
	return out, err
}
