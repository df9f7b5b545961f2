require "grape"

class Metrics < Grape::API
  format :json

  AGGREGATES = %w[sum min max].freeze

  get :aggregate do
    values = [3, 9, 27]
    method = params[:function]
    { result: values.instance_eval(method) }
  end
end
