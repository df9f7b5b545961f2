require 'sinatra'

post '/login' do
  client = Mongo::Client.new(['host'], database: 'app')
  # ruleid: ruby-nosql-injection
  user = client[:users].find('name' => params[:name], 'password' => params[:password]).first
  # ok: ruby-nosql-injection
  other = client[:users].find('name' => params[:name].to_s).first
  # ruleid: ruby-nosql-injection
  all = client[:users].find({ '$where' => "this.name == '#{params[:name]}'" })
  [user, other, all]
end

get '/people' do
  name = params[:name]
  # ruleid: ruby-ldap-injection
  filter = Net::LDAP::Filter.construct("(uid=#{name})")
  # ok: ruby-ldap-injection
  safe = Net::LDAP::Filter.construct("(uid=#{Net::LDAP::Filter.escape(name)})")
  # ok: ruby-ldap-injection
  directory.search(filter: Net::LDAP::Filter.begins('uid', name))
  # ruleid: ruby-xpath-injection
  found = document.xpath("//user[@name='#{name}']")
  # ok: ruby-xpath-injection
  one = document.xpath('//user[@name=$name]', nil, { name: name })
  # ruleid: ruby-log-injection
  logger.info("asked for #{name}")
  # ok: ruby-log-injection
  logger.info("asked for #{name.inspect}")
  # ok: ruby-log-injection
  logger.info("asked for #{name.gsub(/[\r\n]/, ' ')}")
  # ok: ruby-log-injection
  logger.info("asked for #{name.tr("\n", ' ')}")
  # ruleid: ruby-log-injection
  logger.info("asked for #{name.gsub('@', ' at ')}")
  # ruleid: ruby-uncontrolled-resource-consumption
  rows = Array.new(params[:count].to_i, 0)
  # ok: ruby-uncontrolled-resource-consumption
  few = Array.new([params[:count].to_i, 10].min, 0)
  [filter, safe, found, one, rows, few]
end
