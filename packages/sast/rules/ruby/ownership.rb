class InvoicesController < ApplicationController
  def show
    # ruleid: ruby-idor
    @invoice = Invoice.find(params[:id])
  end

  def own
    # ok: ruby-idor
    @invoice = current_user.invoices.find(params[:id])
  end

  def checked
    # ok: ruby-idor
    @invoice = Invoice.find(params[:id])
    authorize(@invoice)
  end

  def compared
    # ok: ruby-idor
    @invoice = Invoice.find(params[:id])
    head :not_found if @invoice.owner != current_user
  end

  def article
    # ok: ruby-idor
    @article = Article.find(params[:id])
  end
end
