require "sinatra/base"
require_relative "sounds"

class App < Sinatra::Base
  post "/speak" do
    voice = params.fetch("voice", "en")
    Sounds.new(voice).say("welcome")
    204
  end
end
