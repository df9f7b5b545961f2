-- What a run has used so far: requests, what its models cost, and what is left of both. Written with each renewal of its lease.

ALTER TABLE redteam_runs ADD COLUMN usage jsonb;
