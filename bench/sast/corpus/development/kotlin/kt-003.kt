package com.example.scanner

import org.springframework.web.bind.annotation.PostMapping
import org.springframework.web.bind.annotation.RequestParam
import org.springframework.web.bind.annotation.RestController
import java.util.concurrent.TimeUnit

@RestController
class ScanController {
    private val modes = setOf("gray", "color")

    @PostMapping("/scan")
    fun scan(@RequestParam mode: String): String {
        val chosen = mode.ifBlank { "gray" }
        val process = ProcessBuilder("sh", "-c", "scanimage --mode $chosen > /srv/scans/last.pnm").start()
        return if (process.waitFor(30, TimeUnit.SECONDS)) "done" else "late"
    }
}
