class DiffsController < ApplicationController
  def show
    from = params[:from]
    to = params[:to] || "HEAD"
    @diff = `git -C /srv/wiki diff #{from} #{to}`
    head :not_found if @diff.empty?
  end
end
