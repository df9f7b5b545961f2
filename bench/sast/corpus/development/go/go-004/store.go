package visits

import (
	"database/sql"
	"strings"
)

type Filter struct {
	Page  string
	Order string
}

type Store struct{ DB *sql.DB }

func (s *Store) Count(f Filter) (int, error) {
	var b strings.Builder
	b.WriteString("SELECT count(*) FROM visits WHERE ")
	var args []any
	b.WriteString("page = '" + strings.TrimSpace(f.Page) + "'")
	var count int
	err := s.DB.QueryRow(b.String(), args...).Scan(&count)
	return count, err
}
