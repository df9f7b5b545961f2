require 'sinatra'

get '/files/:name' do |name|
  # ruleid: ruby-command-injection
  system("show #{name}")
  # ruleid: ruby-command-injection
  system("show #{params[:name]}")
  # ruleid: ruby-command-injection
  system("show #{request.body.read}")
  # ruleid: ruby-command-injection
  system("show #{env['QUERY_STRING']}")
  # ok: ruby-command-injection
  system("show #{settings.folder}")
end

class Given
  def self.show(params)
    # ok: ruby-command-injection
    system("show #{params[:name]}")
  end

  def list(params = {})
    # ok: ruby-command-injection
    system("show #{params[:name]}")
  end

  def made
    params = { name: 'a' }
    # ok: ruby-command-injection
    system("show #{params[:name]}")
  end
end
