import type { CategoryCorpus } from './corpus.ts'
import { carried, cross, dev, mixCase, some } from './corpus.ts'

const gaps = [' ', '/**/', '  ', '+', '\t', '/*x*/']
const tails = ['--', '-- -', '#', ' -- ', '']

export const sqlCorpus: CategoryCorpus = {
  category: 'sql_injection',
  attacks: [
    dev(
      'tautology after a quote',
      carried(
        some(
          40,
          cross(
            ["'", '"', "x'", "1')", "ann'))"],
            gaps,
            ['or', 'OR', '||', 'Or'],
            gaps,
            ['1=1', "'a'='a", '2>1', "'x' like 'x", '"1"="1', '3 between 1 and 5'],
            tails,
          ),
        ),
      ),
    ),
    dev(
      'union select',
      carried(
        some(
          30,
          cross(
            ["'", "-1'", '0', "a')"],
            [' '],
            ['union', 'UNION', 'UnIoN'],
            [' ', '/**/', ' all '],
            ['select '],
            ['null,null', '1,2,3', 'user(),version()', 'login,passwd from members', '@@version,2'],
            ['--', '#', '-- -'],
          ).map((text) => text.replace('  ', ' ')),
        ),
      ),
    ),
    dev(
      'stacked statement',
      carried(
        some(
          20,
          cross(
            ["'; ", "');", '1; ', "x';"],
            [
              'drop table staff',
              'DELETE FROM orders',
              "update users set role='admin'",
              "insert into admins values('m','m')",
              'exec xp_dirtree "//h/x"',
            ],
            ['--', '; --', ' -- ', '#'],
          ),
        ),
      ),
    ),
    dev(
      'time delay',
      carried(
        some(
          20,
          cross(
            ["' and ", "1' AND ", "' or ", '1) and '],
            ['sleep(5)', 'SLEEP(12)', '(select sleep(4))', 'pg_sleep(3)', 'benchmark(4000000,md5(7))'],
            ['--', '#', '-- -'],
          ),
        ),
      ),
    ),
    dev('comment tail', [
      "admin'--",
      "admin' --",
      "root'#",
      "administrator'/*",
      "user=admin'-- -",
      'email="boss@corp.example"\'--',
      "login=sa'--",
      "name=guest')--",
    ]),
    dev('files and commands', [
      "' union select load_file('/etc/passwd')--",
      "'; exec master..xp_cmdshell 'dir'--",
      "' into outfile '/var/www/html/a.php'--",
      "'; copy t from program 'id'--",
      "' ; EXEC xp_cmdshell('whoami') --",
    ]),
    dev(
      'double-quoted and bracketed blind probe',
      carried(
        some(
          20,
          cross(
            ["' and ", '") AND ', "') and "],
            [
              'ascii(substr(database(),1,1))>77',
              "substring(version(),1,1)='8",
              '(select count(*) from users)>0',
              'exists(select 1 from staff)',
              'length(user())=8',
              '1=(select 1)',
            ],
            ['--', '#', ' and 1=1--'],
          ),
        ),
      ),
    ),
    dev(
      'waitfor and oracle delays',
      carried(
        cross(
          ["'; ", '1; ', "');"],
          ["waitfor delay '0:0:9'--", "WAITFOR/**/DELAY '00:00:05'--", 'begin dbms_lock.sleep(5); end;--'],
        ),
      ),
    ),
    dev(
      'versioned comments and mixed case',
      carried(
        some(
          20,
          [
            ...cross(
              ['5'],
              ['/*!50000union*/', '/*!union*/'],
              ['/*!50000select*/', ' /*!select*/'],
              [' 1,2,3', ' null,null'],
              ['--', '#'],
            ),
            ...cross(["'"], ['uNiOn%09sElEcT', mixCase(' union all select ')], [' 1,2--', ' null#']),
          ].map((text) => text.replace('%09', '\t')),
        ),
      ),
    ),
    dev(
      'error channels',
      carried(
        cross(
          ["' and "],
          [
            'extractvalue(1,concat(0x5c,user()))',
            'updatexml(1,concat(0x7e,(select version())),1)',
            '1=convert(int,(select top 1 name from sysobjects where xtype=char(85)))',
            '(select 1 from(select count(*),concat(version(),floor(rand(0)*2))x from t group by x)a)',
          ],
          ['--', '#', '-- -'],
        ),
      ),
    ),
    dev(
      'limits, orders and logic words',
      carried([
        "' or 1=1 limit 1 -- -",
        "' or true--",
        "' OR NOT 1=2--",
        "') or ('a'='a",
        "' xor 1=1#",
        "' || 1=1 --",
        "x' or id is not null--",
        "' or username like '%a%",
        "1' order by 9--",
        "' having 1=1--",
        "' group by 1,2,3 having 1=1--",
        "' or 0x61=0x61--",
      ]),
    ),
  ],
  benign: [
    dev(
      'prose with the words',
      some(
        20,
        cross(
          ['Select ', 'Please select ', 'We should drop '],
          ['the best union', 'a table', 'one or two items', 'the students and teachers'],
          [' from the list', " at Tom's or Ann's place", ' where it is like home', '; update me later'],
          ['.', ' -- thanks!'],
        ),
      ),
    ),
    dev(
      'ordinary queries',
      some(
        24,
        cross(
          ['SELECT * FROM ', 'select id, name from ', 'How do I speed up SELECT count(*) FROM '],
          ['users', 'orders o join items i on o.id = i.order_id'],
          [
            ' WHERE id = 1',
            " WHERE name = 'ann' OR name = 'bob'",
            " where a = 'x' and b = 'y' order by 2",
            ' GROUP BY 1 HAVING count(*) > 3',
          ],
          ['', ';', ' -- slow'],
        ),
      ),
    ),
    dev('scripts', [
      "INSERT INTO t VALUES ('a'), ('b');\nDELETE FROM t WHERE id = 3;",
      'BEGIN; UPDATE a SET b = 1; COMMIT;',
      'DROP TABLE IF EXISTS scratch;\nCREATE TABLE scratch (id int);',
      'SELECT 1; SELECT 2;',
      'ALTER TABLE t ADD COLUMN c text; -- new column',
      'TRUNCATE TABLE staging;',
      'select name from a union select name from b order by 1',
      'SELECT pg_sleep(1);',
      'explain select * from t where x between 1 and 5',
      "update users set name = 'o''brien' where id = 4;",
    ]),
    dev(
      'code with quotes',
      some(
        16,
        cross(
          ["if (role === 'admin' ", "while x != 'end' ", "where(\"status = 'open' "],
          ['|| ', 'and ', 'or ', '&& '],
          ["role === 'owner')", "y == 'go':", "kind in ('a', 'b')", 'n > 3'],
          ['', ' // check'],
        ),
      ),
    ),
    dev(
      'apostrophes and dashes',
      some(
        20,
        cross(
          ["The players' ", "My parents' ", "It's the boss's "],
          ['choice -- or luck -- ', 'house and 2 = two of us ', "party, rock 'n' roll or jazz "],
          ['was fine', 'is like new', '= happiness'],
          ['.', ' #blessed', ' -- really'],
        ),
      ),
    ),
    dev('ORM and shell and config', [
      "User.where(name: 'ann').or(User.where(name: 'bob'))",
      "db.query('SELECT * FROM t WHERE id = $1', [id])",
      "awk '{ if ($1 == 1 || $2 == 2) print }' f",
      "sed -e 's/a/b/' -- file",
      "echo 'done' # finished",
      "git commit -m 'fix' -- src",
      "color: '#fff' /* white */",
      "const sql = 'select * from a where b = ' + b",
      "title = 'Union' and year = 1999",
      "x = 'a' if y == 1 else 'b'",
      "assert s == 'x' or t == 'x'",
      "cron: '0 4 * * *' # nightly",
    ]),
    dev('questions about SQL', [
      'What is the difference between UNION and UNION ALL?',
      'How do I use LIKE with OR in one WHERE clause?',
      'Why is SELECT DISTINCT slow on 1 or 2 million rows?',
      'How can I delete from a table where the name is null or empty?',
      'Is it fine to write WHERE 1=1 AND name = ? in a query builder?',
      'Explain having versus where, and when order by 2 is bad style.',
      'My stored procedure does EXEC sp_rename; is there a better way?',
      "Should I write 'x' = col or col = 'x'?",
      "When does MySQL treat '1abc' = 1 as true?",
      'Write a query: all customers who bought A or B in 2024, sorted.',
    ]),
  ],
}
