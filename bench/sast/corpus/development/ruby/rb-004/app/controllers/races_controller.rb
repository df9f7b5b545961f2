class RacesController < ApplicationController
  def results
    ranking = Ranking.new(params[:race_id])
    @rows = ranking.rows(params.fetch(:by, "seconds"))
    render :results
  end
end
