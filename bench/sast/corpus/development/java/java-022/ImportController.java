package com.example.calendar;

import java.io.IOException;
import org.springframework.web.bind.annotation.*;

@RestController
class ImportController {
    private final CalendarFetcher fetcher = new CalendarFetcher();

    @PostMapping("/calendars")
    int subscribe(@RequestParam String address) throws IOException {
        return fetcher.fetch(address).split("BEGIN:VEVENT").length - 1;
    }
}
