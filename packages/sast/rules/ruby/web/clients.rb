require 'sinatra'
class A < ApplicationController
  def initialize
    @conn = Faraday.new(url: 'https://api.example.org')
  end
  def a
    c = Faraday.new
    # ruleid: ruby-ssrf
    c.get(params[:u])
    # ruleid: ruby-ssrf
    @conn.get(params[:u])
    # ruleid: ruby-ssrf
    @conn.post("#{params[:u]}/x")
    # ok: ruby-ssrf
    @conn.get("/users/#{params[:id]}")
    # ok: ruby-ssrf
    @conn.get("users/#{params[:id]}")
    # ruleid: ruby-ssrf
    Faraday.new.get(params[:u])
    # ruleid: ruby-ssrf
    h = Net::HTTP.new(params[:host], 80)
    # ok: ruby-ssrf
    h.get('/')
    h2 = Net::HTTP.new('api.example.org', 80)
    # ok: ruby-ssrf
    h2.get(params[:path])
    # ruleid: ruby-ssrf
    HTTP.headers(a: 'b').get(params[:u])
    http = HTTP.timeout(3)
    # ruleid: ruby-ssrf
    http.get(params[:u])
    agent = Mechanize.new
    # ruleid: ruby-ssrf
    agent.get(params[:u])
    x = HTTPClient.new
    # ruleid: ruby-ssrf
    x.post(params[:u], 'b')
    # ruleid: ruby-ssrf
    RestClient::Request.execute(method: :get, url: params[:u])
    # ruleid: ruby-ssrf
    RestClient::Resource.new(params[:u]).get
    cache = Hash.new
    # ok: ruby-ssrf
    cache.get(params[:u])
  end
end
