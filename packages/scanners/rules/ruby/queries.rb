require 'sinatra'

post '/login' do
  client = Mongo::Client.new(['host'], database: 'app')
  # ruleid: ruby-request-to-mongo
  user = client[:users].find('name' => params[:name], 'password' => params[:password]).first
  # ok: ruby-request-to-mongo
  other = client[:users].find('name' => params[:name].to_s).first
  # ruleid: ruby-request-to-mongo
  all = client[:users].find({ '$where' => "this.name == '#{params[:name]}'" })
  [user, other, all]
end

get '/people' do
  name = params[:name]
  # ruleid: ruby-request-to-ldap
  filter = Net::LDAP::Filter.construct("(uid=#{name})")
  # ok: ruby-request-to-ldap
  safe = Net::LDAP::Filter.construct("(uid=#{Net::LDAP::Filter.escape(name)})")
  # ok: ruby-request-to-ldap
  directory.search(filter: Net::LDAP::Filter.begins('uid', name))
  # ruleid: ruby-request-to-xpath
  found = document.xpath("//user[@name='#{name}']")
  # ok: ruby-request-to-xpath
  one = document.xpath('//user[@name=$name]', nil, { name: name })
  # ruleid: ruby-request-to-log
  logger.info("asked for #{name}")
  # ok: ruby-request-to-log
  logger.info("asked for #{name.inspect}")
  # ok: ruby-request-to-log
  logger.info("asked for #{name.gsub(/[\r\n]/, ' ')}")
  # ok: ruby-request-to-log
  logger.info("asked for #{name.tr("\n", ' ')}")
  # ruleid: ruby-request-to-log
  logger.info("asked for #{name.gsub('@', ' at ')}")
  # ruleid: ruby-request-to-size
  rows = Array.new(params[:count].to_i, 0)
  # ok: ruby-request-to-size
  few = Array.new([params[:count].to_i, 10].min, 0)
  [filter, safe, found, one, rows, few]
end
