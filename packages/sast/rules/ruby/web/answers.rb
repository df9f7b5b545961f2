require 'sinatra'

get '/hello/:name' do |name|
  # ruleid: ruby-xss
  "<h1>#{name}</h1>"
end

get '/go' do
  # ruleid: ruby-open-redirect
  headers['Location'] = params[:next]
  # ruleid: ruby-open-redirect
  redirect params[:next]
end

class App
  def call(env)
    request = Rack::Request.new(env)
    # ruleid: ruby-open-redirect
    return [302, { 'location' => request.params['next'] }, []] if request.params['next']

    html = "<p>#{request.params['name']}</p>"
    # ruleid: ruby-xss
    [200, { 'content-type' => 'text/html' }, [html]]
  end
end

class Routes < Roda
  route do |r|
    r.get 'hello', String do |name|
      # ruleid: ruby-xss
      "<h1>#{name}</h1>"
    end
    r.get 'go' do
      # ruleid: ruby-open-redirect
      r.redirect r.params['next']
    end
    r.get 'home' do
      # ok: ruby-open-redirect
      r.redirect '/'
    end
  end
end

module PagesHelper
  def shown
    # ok: ruby-xss
    links = link_to_if(true, params[:name], root_path).html_safe
    # ok: ruby-xss
    field = text_field_tag('name', params[:name]).html_safe
    # ruleid: ruby-xss
    text = params[:name].html_safe
    [links, field, text]
  end
end
