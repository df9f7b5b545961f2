class AllowlistsController < ApplicationController
  SORTS = %w[name age].freeze

  def guarded
    # ok: ruby-sql-injection
    User.order(params[:sort]) if SORTS.include?(params[:sort])
    # ruleid: ruby-sql-injection
    User.order(params[:sort]) if SORTS.include?(params[:other])
    # ruleid: ruby-sql-injection
    User.order(params[:sort]) unless SORTS.include?(params[:sort])
  end

  def ternary
    sort = %w[name age].include?(params[:sort]) ? params[:sort] : 'name'
    # ok: ruby-sql-injection
    User.order(sort)
    other = SORTS.include?(params[:sort]) ? 'name' : params[:sort]
    # ruleid: ruby-sql-injection
    User.order(other)
  end

  def present
    # ok: ruby-sql-injection
    User.order(params[:sort].presence_in(SORTS) || 'name')
    # ruleid: ruby-sql-injection
    User.order(params[:sort].presence_in(params[:all].split(',')) || 'name')
    # ruleid: ruby-sql-injection
    User.order(params[:sort].presence || 'name')
  end

  def cases
    case params[:sort]
    when 'name', 'age'
      # ok: ruby-sql-injection
      User.order(params[:sort])
    else
      # ruleid: ruby-sql-injection
      User.order(params[:sort])
    end
  end

  def early
    return head(:bad_request) unless SORTS.include?(params[:sort])

    # ok: ruby-sql-injection
    User.order(params[:sort])
  end
end
