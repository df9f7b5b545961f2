require 'base64'
require 'json'
require 'yaml'
require 'oj'
class StateController < ApplicationController
#### weak
  def state
    @state = Marshal.load(Base64.decode64(params[:state]))
  end
#### safe
  def state
    @state = JSON.parse(Base64.decode64(params[:state]))
  end
#### weak
  def config
    @config = YAML.unsafe_load(request.body.read)
  end
#### safe
  def config
    @config = YAML.safe_load(request.body.read)
  end
#### weak
  def cart
    @cart = Marshal.load(cookies[:cart])
  end
#### safe
  def cart
    @cart = JSON.parse(cookies[:cart])
  end
#### weak
  def job
    @job = Oj.load(params[:job], mode: :object)
  end
#### safe
  def job
    @job = Oj.load(params[:job], mode: :strict)
  end
#### end
end
