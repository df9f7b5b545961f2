class InvoicesController < ApplicationController
  def show
    # ruleid: ruby-object-of-anybody
    @invoice = Invoice.find(params[:id])
  end

  def own
    # ok: ruby-object-of-anybody
    @invoice = current_user.invoices.find(params[:id])
  end

  def checked
    # ok: ruby-object-of-anybody
    @invoice = Invoice.find(params[:id])
    authorize(@invoice)
  end

  def compared
    # ok: ruby-object-of-anybody
    @invoice = Invoice.find(params[:id])
    head :not_found if @invoice.owner != current_user
  end

  def article
    # ok: ruby-object-of-anybody
    @article = Article.find(params[:id])
  end
end
