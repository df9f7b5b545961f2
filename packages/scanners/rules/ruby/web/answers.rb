require 'sinatra'

get '/hello/:name' do |name|
  # ruleid: ruby-request-to-page
  "<h1>#{name}</h1>"
end

get '/go' do
  # ruleid: ruby-request-to-redirect
  headers['Location'] = params[:next]
  # ruleid: ruby-request-to-redirect
  redirect params[:next]
end

class App
  def call(env)
    request = Rack::Request.new(env)
    # ruleid: ruby-request-to-redirect
    return [302, { 'location' => request.params['next'] }, []] if request.params['next']

    html = "<p>#{request.params['name']}</p>"
    # ruleid: ruby-request-to-page
    [200, { 'content-type' => 'text/html' }, [html]]
  end
end

class Routes < Roda
  route do |r|
    r.get 'hello', String do |name|
      # ruleid: ruby-request-to-page
      "<h1>#{name}</h1>"
    end
    r.get 'go' do
      # ruleid: ruby-request-to-redirect
      r.redirect r.params['next']
    end
    r.get 'home' do
      # ok: ruby-request-to-redirect
      r.redirect '/'
    end
  end
end
