require 'jwt'
require 'pg'
require 'net/smtp'
require 'mysql2'
#### weak
db = PG.connect(host: 'db', user: 'app', password: 'Tr0ub4dor&3x', dbname: 'shop')
#### safe
db = PG.connect(host: 'db', user: 'app', password: ENV['DB_PASSWORD'], dbname: 'shop')
#### weak
token = JWT.encode({ sub: 1 }, 'k3yb0ard-w4rrior-77', 'HS256')
#### safe
token = JWT.encode({ sub: 1 }, ENV.fetch('JWT_SECRET'), 'HS256')
#### weak
client = Mysql2::Client.new(host: 'db', username: 'app', password: 'gr33n-apples-99')
#### safe
client = Mysql2::Client.new(host: 'db', username: 'app', password: ENV['MYSQL_PASSWORD'])
#### weak
class AdminController < ApplicationController
  http_basic_authenticate_with name: 'admin', password: 'bl4ck-c0ffee-31'
end
#### safe
class AdminController < ApplicationController
  http_basic_authenticate_with name: 'admin', password: Rails.application.credentials.admin_password
end
