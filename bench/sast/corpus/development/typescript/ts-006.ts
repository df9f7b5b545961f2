import { Component, type OnInit } from '@angular/core'
import { ActivatedRoute } from '@angular/router'
import { DomSanitizer, type SafeHtml } from '@angular/platform-browser'

@Component({ selector: 'app-notice', template: '<p [innerHTML]="notice"></p>' })
export class NoticeComponent implements OnInit {
  notice: SafeHtml | string = ''

  constructor(
    private readonly route: ActivatedRoute,
    private readonly sanitizer: DomSanitizer,
  ) {}

  ngOnInit(): void {
    const text = this.route.snapshot.queryParamMap.get('notice') ?? ''
    this.notice = this.sanitizer.bypassSecurityTrustHtml(text)
  }
}
