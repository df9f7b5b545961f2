class DiffsController < ApplicationController
  def show
    from = params[:from]
    to = params[:to] || "HEAD"
    @diff, = Open3.capture2("git", "-C", "/srv/wiki", "diff", "--end-of-options", from.to_s, to.to_s)
    head :not_found if @diff.empty?
  end
end
