require 'net/http'
require 'open-uri'
require 'faraday'
require 'httparty'
class ProxyController < ApplicationController
#### weak
  def proxy
    render plain: Net::HTTP.get(URI.parse(params[:url]))
  end
#### safe
  def proxy
    render plain: Net::HTTP.get(URI.parse("https://api.example.com/items?u=#{CGI.escape(params[:url])}"))
  end
#### weak
  def preview
    render plain: URI.open(params[:url]).read
  end
#### safe
  def preview
    uri = URI.parse(params[:url])
    return head :bad_request unless uri.host == 'www.example.com'
    render plain: URI.open(uri.to_s).read
  end
#### weak
  def hook
    HTTParty.post(params[:callback], body: 'ok')
  end
#### safe
  def hook
    HTTParty.post('https://hooks.example.com/done', body: params[:callback])
  end
#### weak
  def status
    render plain: Faraday.get("http://#{params[:host]}/health").body
  end
#### safe
  def status
    hosts = { 'a' => 'a.internal', 'b' => 'b.internal' }
    render plain: Faraday.get("http://#{hosts.fetch(params[:host])}/health").body
  end
#### end
end
