class Ranking
  COLUMNS = %w[seconds points].freeze

  def initialize(race_id)
    @race_id = race_id.to_i
  end

  def rows(column)
    column = COLUMNS.first unless COLUMNS.include?(column)
    ActiveRecord::Base.connection.select_all(
      "SELECT runner, #{column} FROM results WHERE race_id = #{@race_id} ORDER BY #{column}"
    )
  end
end
