package org.example.chess;

import java.util.List;
import org.jdbi.v3.core.Jdbi;

class GameArchive {
    private final Jdbi jdbi;

    GameArchive(String url) {
        this.jdbi = Jdbi.create(url);
    }

    List<String> find(GameFilter filter) {
        String sql = "SELECT moves FROM game WHERE year = " + filter.getYear() + " AND white = :player";
        return jdbi.withHandle(h -> h.createQuery(sql).bind("player", filter.getPlayer()).mapTo(String.class).list());
    }
}
