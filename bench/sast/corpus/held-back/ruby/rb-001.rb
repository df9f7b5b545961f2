require "sinatra"
require "sequel"

DB = Sequel.connect(ENV.fetch("DATABASE_URL"))

get "/trails" do
  region = params["region"]
  content_type :json
  rows = DB.fetch("SELECT name, km FROM trails WHERE region = ?", region)
  rows.map { |row| row[:name] }.to_json
end
