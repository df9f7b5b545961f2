import java.security.SecureRandom;
import java.util.*;

class Tokens {
  // ruleid: java-weak-random
  private final Random weak = new Random();
  // ok: java-weak-random
  private final SecureRandom strong = new SecureRandom();

  double next() {
    // ruleid: java-weak-random
    return Math.random() + weak.nextInt();
  }
}
