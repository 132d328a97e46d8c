from django.urls import include, path

urlpatterns = [path("", include("tracker.urls"))]

handler400 = "tracker.views.site.errors.bad_request"
handler403 = "tracker.views.site.errors.forbidden"
handler404 = "tracker.views.site.errors.not_found"
handler500 = "tracker.views.site.errors.server_error"
