-- What was learned from a policy's examples, so that an instance reads it instead of learning again. Absent: not learned
-- yet, or nothing to learn from.
ALTER TABLE custom_policies ADD COLUMN learned bytea;
