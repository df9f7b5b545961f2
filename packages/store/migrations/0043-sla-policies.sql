-- Days until a new finding is due, by severity. A missing severity has no due date.
CREATE TABLE sla_policies (
  organization_id uuid PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
  days jsonb NOT NULL
);
