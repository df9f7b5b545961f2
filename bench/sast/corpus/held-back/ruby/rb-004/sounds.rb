class Sounds
  def initialize(voice)
    @voice = voice
  end

  def say(word)
    system("espeak", "-v", @voice, "-w", "/srv/sounds/#{word}.wav", word)
  end
end
