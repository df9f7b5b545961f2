class RedirectsController < ApplicationController
#### weak
  def go
    redirect_to params[:url]
  end
#### safe
  def go
    redirect_to root_path
  end
#### weak
  def login
    redirect_to(params[:return_to] || '/', allow_other_host: true)
  end
#### safe
  def login
    redirect_to url_from(params[:return_to]) || '/'
  end
#### weak
  def leave
    target = params.fetch(:to, '/')
    redirect_to target, status: :found
  end
#### safe
  def leave
    redirect_to account_path(tab: params[:to])
  end
#### weak
  def out
    redirect_to "https://#{params[:host]}/welcome", allow_other_host: true
  end
#### safe
  def out
    redirect_to "https://www.example.com/?q=#{CGI.escape(params[:host])}", allow_other_host: true
  end
#### end
end
