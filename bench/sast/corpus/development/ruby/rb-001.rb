class CoursesController < ApplicationController
  before_action :require_login

  def index
    scope = Course.published
    if params[:teacher].present?
      scope = scope.where("teacher_name = ?", params[:teacher])
    end
    @courses = scope.limit(50)
    render json: @courses
  end
end
