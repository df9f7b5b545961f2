require 'open3'
require 'shellwords'
class CommandsController < ApplicationController
#### weak
  def ping
    render plain: `ping -c 1 #{params[:host]}`
  end
#### safe
  def ping
    render plain: `ping -c 1 #{Shellwords.escape(params[:host])}`
  end
#### weak
  def archive
    system("tar czf out.tgz #{params[:folder]}")
  end
#### safe
  def archive
    system('tar', 'czf', 'out.tgz', '--', params[:folder])
  end
#### weak
  def convert
    out, _status = Open3.capture2e('convert ' + params[:file] + ' out.png')
    render plain: out
  end
#### safe
  def convert
    out, _status = Open3.capture2e('convert', '--', params[:file], 'out.png')
    render plain: out
  end
#### weak
  def lookup
    IO.popen("nslookup #{params[:name]}") { |io| render plain: io.read }
  end
#### safe
  def lookup
    IO.popen(['nslookup', params[:name]]) { |io| render plain: io.read }
  end
#### end
end
