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
