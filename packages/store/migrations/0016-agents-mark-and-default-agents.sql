-- A tenant that has ever had an agent stays closed to strangers, also after the last one is removed. The mark is an item, so
-- that it is in the memory of every instance with the rest of the tenant; the store writes it with the first agent.
INSERT INTO tenant_items (tenant_id, kind, name, document, updated_by)
SELECT DISTINCT tenant_id, 'document', 'agents_registered', '{}'::jsonb, 'migration' FROM agents
ON CONFLICT DO NOTHING;

-- The agent that a call with the key acts as where it names none. Not a reference: who is registered is judged at the call.
ALTER TABLE api_keys ADD COLUMN default_agent text CHECK (default_agent ~ '^[A-Za-z0-9_-]{1,128}$');
