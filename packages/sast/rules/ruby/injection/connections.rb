require 'sinatra'
class A < ApplicationController
  def initialize
    @store = Mysql2::Client.new(host: 'x')
  end
  def a
    c2 = Mysql2::Client.new
    # ruleid: ruby-sql-injection
    c2.query("select * from t where a = '#{params[:q]}'")
    # ruleid: ruby-sql-injection
    @store.query("select * from t where a = '#{params[:q]}'")
    # ok: ruby-sql-injection
    @store.query("select * from t where a = 1", params[:q])
    s = PG.connect(dbname: 'x')
    # ruleid: ruby-sql-injection
    s.exec("select * from t where a = '#{params[:q]}'")
    # ok: ruby-sql-injection
    s.exec_params("select * from t where a = $1", [params[:q]])
    s2 = SQLite3::Database.new('x.db')
    # ruleid: ruby-sql-injection
    s2.prepare("select * from t where a = '#{params[:q]}'")
    runner = Runner.new
    # ok: ruby-sql-injection
    runner.query("select #{params[:x]}")
  end
end
