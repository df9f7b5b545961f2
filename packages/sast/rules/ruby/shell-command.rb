require 'open3'

TOOL = 'ls -l'

def work(name)
  # ruleid: ruby-command-injection-string-concatenation
  system "tar -xf #{name}"
  # ruleid: ruby-command-injection-string-concatenation
  exec('rm ' + name)
  # ruleid: ruby-command-injection-string-concatenation
  files = `ls #{name}`
  # ruleid: ruby-command-injection-string-concatenation
  Open3.capture2("wc #{files}")
  # ruleid: ruby-command-injection-string-concatenation
  IO.popen("cat #{name}") { |io| io.read }
  # ok: ruby-command-injection-string-concatenation
  system('tar', '-xf', name)
  # ok: ruby-command-injection-string-concatenation
  system 'ls'
  # ok: ruby-command-injection-string-concatenation
  system TOOL
  # ok: ruby-command-injection-string-concatenation
  IO.popen(['cat', name])
  # ok: ruby-command-injection-string-concatenation
  `ls #{Shellwords.escape(name)}`
  # ok: ruby-command-injection-string-concatenation
  runner.exec("a #{name}")
  # ok: ruby-command-injection-string-concatenation
  `ls #{shell_quote name}`
end
