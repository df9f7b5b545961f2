require 'sinatra'
class A < ApplicationController
  def initialize
    @store = Mysql2::Client.new(host: 'x')
  end
  def a
    c2 = Mysql2::Client.new
    # ruleid: ruby-request-to-sql
    c2.query("select * from t where a = '#{params[:q]}'")
    # ruleid: ruby-request-to-sql
    @store.query("select * from t where a = '#{params[:q]}'")
    # ok: ruby-request-to-sql
    @store.query("select * from t where a = 1", params[:q])
    s = PG.connect(dbname: 'x')
    # ruleid: ruby-request-to-sql
    s.exec("select * from t where a = '#{params[:q]}'")
    # ok: ruby-request-to-sql
    s.exec_params("select * from t where a = $1", [params[:q]])
    s2 = SQLite3::Database.new('x.db')
    # ruleid: ruby-request-to-sql
    s2.prepare("select * from t where a = '#{params[:q]}'")
    runner = Runner.new
    # ok: ruby-request-to-sql
    runner.query("select #{params[:x]}")
  end
end
