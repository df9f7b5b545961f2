require 'sinatra'
class A < ApplicationController
  def initialize
    @conn = Faraday.new(url: 'https://api.example.org')
  end
  def a
    c = Faraday.new
    # ruleid: ruby-request-to-network
    c.get(params[:u])
    # ruleid: ruby-request-to-network
    @conn.get(params[:u])
    # ruleid: ruby-request-to-network
    @conn.post("#{params[:u]}/x")
    # ok: ruby-request-to-network
    @conn.get("/users/#{params[:id]}")
    # ok: ruby-request-to-network
    @conn.get("users/#{params[:id]}")
    # ruleid: ruby-request-to-network
    Faraday.new.get(params[:u])
    # ruleid: ruby-request-to-network
    h = Net::HTTP.new(params[:host], 80)
    # ok: ruby-request-to-network
    h.get('/')
    h2 = Net::HTTP.new('api.example.org', 80)
    # ok: ruby-request-to-network
    h2.get(params[:path])
    # ruleid: ruby-request-to-network
    HTTP.headers(a: 'b').get(params[:u])
    http = HTTP.timeout(3)
    # ruleid: ruby-request-to-network
    http.get(params[:u])
    agent = Mechanize.new
    # ruleid: ruby-request-to-network
    agent.get(params[:u])
    x = HTTPClient.new
    # ruleid: ruby-request-to-network
    x.post(params[:u], 'b')
    # ruleid: ruby-request-to-network
    RestClient::Request.execute(method: :get, url: params[:u])
    # ruleid: ruby-request-to-network
    RestClient::Resource.new(params[:u]).get
    cache = Hash.new
    # ok: ruby-request-to-network
    cache.get(params[:u])
  end
end
