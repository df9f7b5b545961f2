require 'erb'
class PagesController < ApplicationController
#### weak
  def hello
    render html: "<h1>Hello #{params[:name]}</h1>".html_safe
  end
#### safe
  def hello
    render html: "<h1>Hello #{ERB::Util.html_escape(params[:name])}</h1>".html_safe
  end
#### weak
  def badge
    @badge = raw('<b>' + params[:label] + '</b>')
  end
#### safe
  def badge
    @badge = content_tag(:b, params[:label])
  end
#### weak 1336
  def page
    render inline: "<title>#{params[:title]}</title>"
  end
#### safe 1336
  def page
    render plain: "Title: #{params[:title]}"
  end
#### weak
  def search
    response.body = '<p>Results for ' + params[:q] + '</p>'
  end
#### safe
  def search
    render json: { heading: 'Results for ' + params[:q] }
  end
#### end
end
