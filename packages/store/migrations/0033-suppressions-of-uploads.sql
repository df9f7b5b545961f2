-- Uploads no longer put suppressions on the base branch: only a scan of the repository at the head of its default branch does.
-- Decisions of approvers stay.
UPDATE suppressions SET on_base = false
 WHERE on_base
   AND NOT EXISTS (
     SELECT FROM scans JOIN projects ON projects.id = scans.project_id
      WHERE scans.project_id = suppressions.project_id AND scans.status = 'COMPLETED' AND scans.scan_type <> 'INCREMENTAL'
        AND CASE WHEN suppressions.scanner IS NULL THEN jsonb_exists_any(scans.progress, ARRAY['SAST_PATTERN', 'IAC', 'K8S'])
                 ELSE jsonb_exists(scans.progress, suppressions.scanner) END
               AND scans.source->>'kind' = 'git' AND scans.source->>'atHead' = 'true'
        AND scans.branch = projects.default_branch
        AND regexp_replace(scans.source->>'url', '(\.git)?/?$', '') = regexp_replace(projects.repo_url, '(\.git)?/?$', ''));
