class QueriesController < ApplicationController
#### weak
  def user
    @users = User.where("name = '#{params[:name]}'")
  end
#### safe
  def user
    @users = User.where('name = ?', params[:name])
  end
#### weak
  def items
    @items = Item.order(params[:sort] + ' DESC')
  end
#### safe
  def items
    sort = %w[title price].include?(params[:sort]) ? params[:sort] : 'title'
    @items = Item.order(sort + ' DESC')
  end
#### weak
  def orders
    @rows = ActiveRecord::Base.connection.execute('SELECT * FROM orders WHERE ref = ' + params[:ref])
  end
#### safe
  def orders
    @rows = ActiveRecord::Base.connection.execute("SELECT * FROM orders WHERE id = #{params[:id].to_i}")
  end
#### weak
  def find
    @books = Book.find_by_sql("SELECT * FROM books WHERE title LIKE '%#{params[:q]}%'")
  end
#### safe
  def find
    @books = Book.find_by_sql(['SELECT * FROM books WHERE title LIKE ?', "%#{params[:q]}%"])
  end
#### end
end
