DB = Sequel.connect(ENV.fetch('DATABASE_URL'))

get '/orders' do
  # ruleid: ruby-request-to-sql
  rows = DB["select * from orders where id = '#{params[:id]}'"].all
  # ok: ruby-request-to-sql
  safe = DB['select * from orders where id = ?', params[:id]].all
  # ruleid: ruby-request-to-sql
  lit = DB[:orders].where(Sequel.lit("kind = '#{params[:kind]}'"))
  # ok: ruby-request-to-sql
  named = DB[:orders].where(kind: params[:kind])
  [rows, safe, lit, named]
  # ruleid: ruby-request-to-code
  erb "<p>#{params[:name]}</p>"
end
