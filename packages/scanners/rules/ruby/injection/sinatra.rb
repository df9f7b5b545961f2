require 'sinatra'

get '/files/:name' do |name|
  # ruleid: ruby-request-to-command
  system("show #{name}")
  # ruleid: ruby-request-to-command
  system("show #{params[:name]}")
  # ruleid: ruby-request-to-command
  system("show #{request.body.read}")
  # ruleid: ruby-request-to-command
  system("show #{env['QUERY_STRING']}")
  # ok: ruby-request-to-command
  system("show #{settings.folder}")
end

class Given
  def self.show(params)
    # ok: ruby-request-to-command
    system("show #{params[:name]}")
  end

  def list(params = {})
    # ok: ruby-request-to-command
    system("show #{params[:name]}")
  end

  def made
    params = { name: 'a' }
    # ok: ruby-request-to-command
    system("show #{params[:name]}")
  end
end
