DB = Sequel.connect(ENV.fetch('DATABASE_URL'))

get '/orders' do
  # ruleid: ruby-sql-injection
  rows = DB["select * from orders where id = '#{params[:id]}'"].all
  # ok: ruby-sql-injection
  safe = DB['select * from orders where id = ?', params[:id]].all
  # ruleid: ruby-sql-injection
  lit = DB[:orders].where(Sequel.lit("kind = '#{params[:kind]}'"))
  # ok: ruby-sql-injection
  named = DB[:orders].where(kind: params[:kind])
  [rows, safe, lit, named]
  # ruleid: ruby-code-injection
  erb "<p>#{params[:name]}</p>"
end

get '/count' do
  # ok: ruby-sql-injection
  Order.where("#{Order.table_name}.id = 1").where(kind: params[:kind])
end
