require 'open3'

TOOL = 'ls -l'

def work(name)
  # ruleid: ruby-shell-command
  system "tar -xf #{name}"
  # ruleid: ruby-shell-command
  exec('rm ' + name)
  # ruleid: ruby-shell-command
  files = `ls #{name}`
  # ruleid: ruby-shell-command
  Open3.capture2("wc #{files}")
  # ruleid: ruby-shell-command
  IO.popen("cat #{name}") { |io| io.read }
  # ok: ruby-shell-command
  system('tar', '-xf', name)
  # ok: ruby-shell-command
  system 'ls'
  # ok: ruby-shell-command
  system TOOL
  # ok: ruby-shell-command
  IO.popen(['cat', name])
  # ok: ruby-shell-command
  `ls #{Shellwords.escape(name)}`
  # ok: ruby-shell-command
  runner.exec("a #{name}")
  # ok: ruby-shell-command
  `ls #{shell_quote name}`
end
