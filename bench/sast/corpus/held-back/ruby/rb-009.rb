require "grape"

class Metrics < Grape::API
  format :json

  AGGREGATES = %w[sum min max].freeze

  get :aggregate do
    values = [3, 9, 27]
    method = params[:function]
    error!("unknown", 400) unless AGGREGATES.include?(method)
    { result: values.public_send(method) }
  end
end
