-- Folders of a monorepo: webhook events without a changed file in them are ignored. Empty: no filter.
ALTER TABLE projects ADD COLUMN webhook_paths jsonb NOT NULL DEFAULT '[]';
