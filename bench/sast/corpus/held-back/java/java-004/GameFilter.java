package org.example.chess;

class GameFilter {
    private String player = "";
    private int year;

    String getPlayer() { return player; }

    void setPlayer(String player) { this.player = player; }

    int getYear() { return year; }

    void setYear(int year) { this.year = year; }
}
